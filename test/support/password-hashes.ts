import { createHook } from 'node:async_hooks';

/** Counts the password hashes that this process computes while `work` runs. */
export async function passwordHashesOf(work: () => Promise<unknown>): Promise<number> {
  let count = 0;
  const hook = createHook({
    init: (_id, type) => {
      if (type === 'argon2:HashWorker') count += 1;
    },
  });
  hook.enable();
  try {
    await work();
    return count;
  } finally {
    hook.disable();
  }
}
