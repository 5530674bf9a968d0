// Parts of the driver that its types leave out.

declare module 'pg/lib/utils.js' {
  const utils: {
    /** Converts a parameter to its text, a Buffer or null. */
    prepareValue(value: unknown): unknown;
  };
  export default utils;
}

declare module 'pg-protocol/dist/parser.js' {
  interface Message {
    name: string;
  }

  /** Splits what PostgreSQL sends into messages. */
  export class Parser {
    parse(bytes: Buffer, callback: (message: Message) => void): void;
    /**
     * @param start the index of the content of the message in `bytes`
     * @param code of the kind of message
     * @param length of the content, and of the four bytes that contain the length
     */
    handlePacket(start: number, code: number, length: number, bytes: Buffer): Message;
  }
}
