import { AnswerError, ConnectionError } from './errors.js';

export interface StreamEvent {
  name: string;
  data: string;
}

/** The server sends a comment every 12 seconds. A connection on which less arrives is dead, in milliseconds. */
const longestSilence = 40_000;

/** The characters of the longest event that is read. */
const longestEvent = 2 ** 24;

/**
 * Yields the events of a stream (Server-Sent Events). Reads on only when the next event is requested, so that a slow reader
 * slows the server down, and nothing is collected here.
 *
 * @throws ConnectionError if the connection is cut, or silent for too long; AnswerError for an event that is too long
 */
export async function* readEvents(
  body: ReadableStream<Uint8Array>,
  silence = longestSilence,
): AsyncGenerator<StreamEvent, void, void> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  let event: StreamEvent = { name: 'message', data: '' };
  try {
    for (;;) {
      const { done, value } = await readInTime(reader, silence);
      if (done) return;
      const lines = `${text}${decoder.decode(value, { stream: true })}`.split(/\r?\n/);
      text = lines.pop() ?? '';
      for (const line of lines) {
        if (line === '') {
          if (event.data !== '' || event.name !== 'message') yield event;
          event = { name: 'message', data: '' };
        } else if (line.startsWith('event:')) {
          event.name = line.slice(6).trim();
        } else if (line.startsWith('data:')) {
          event.data += line.slice(5).trimStart();
        }
      }
      if (text.length + event.data.length > longestEvent) throw new AnswerError('The stream has too long an event');
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}

async function readInTime(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  longest: number,
): Promise<ReadableStreamReadResult<Uint8Array>> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new ConnectionError('The stream is silent')), longest);
  });
  try {
    return await Promise.race([reader.read(), silence]);
  } catch (error) {
    throw error instanceof ConnectionError ? error : new ConnectionError('The stream was cut', { cause: error });
  } finally {
    clearTimeout(timer);
  }
}
