import { readConfig } from '../../src/process/config.js';

/** The names of all settings. What npm sets is no setting, and is lower case. */
export function settingNames(): string[] {
  const names: string[] = [];
  readConfig(new Proxy({}, { get: (_target, name) => void names.push(String(name)) }));
  return names.filter((name) => name === name.toUpperCase());
}
