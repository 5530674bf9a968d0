// Parts of the driver that its types leave out.

declare module 'pg/lib/utils.js' {
  const utils: {
    /** Converts a parameter to its text, a Buffer or null. */
    prepareValue(value: unknown): unknown;
  };
  export default utils;
}
