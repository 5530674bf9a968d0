import type { TestDelivery, TestServerOptions } from './test-kit.types.js';

/** The calls of the process of a test to the process that runs its servers: parameters and result of each method. */
export interface HostMethods {
  start: { parameters: TestServerOptions; result: StartedServer };
  /** Waits until all that the changes so far cause is done. */
  settle: { parameters: { server: number }; result: TestDelivery[] };
  close: { parameters: { server: number }; result: null };
}

export type HostMethod = keyof HostMethods;

export interface StartedServer {
  /** The number of the server in its process. */
  server: number;
  url: string;
  key: string;
  subdomain: string;
  secret: string;
}

export interface HostRequest {
  id: number;
  method: HostMethod;
  parameters: object;
}

export type HostAnswer = { id: number; result: unknown } | { id: number; error: string };
