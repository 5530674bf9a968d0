/** A server refused a request, or its answer is unusable. The message may be shown to the user. */
export class DavError extends Error {
  override readonly name = 'DavError';

  /**
   * @param status that of the answer; 0 if its body is the reason
   * @param retryAfter the header `Retry-After`, unparsed
   */
  constructor(
    message: string,
    readonly status = 0,
    readonly retryAfter?: string,
  ) {
    super(message);
  }

  /** Returns the error with the name of a calendar before its message. */
  of(name: string): DavError {
    return new DavError(`${name}: ${this.message}`, this.status, this.retryAfter);
  }
}
