import { registerHooks } from 'node:module';

// Preloaded into a process: prints the address of each file that the process loads.
registerHooks({
  load: (url, context, nextLoad) => {
    if (url.startsWith('file:')) process.stderr.write(`loaded ${url}\n`);
    return nextLoad(url, context);
  },
});
