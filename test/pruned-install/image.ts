/** Files and flags of the install in the production image. A guard compares them with .docker/Dockerfile. */
export const installFiles = ['package.json', 'package-lock.json', '.npmrc'];
export const installFlags = ['--omit=dev', '--omit=optional'];
/** Files of the image apart from its packages. */
export const imageFiles = [
  'LICENSE',
  'package.json',
  'src/process/prepare.mjs',
  'src/process/node-version.mjs',
  'src/process/bundle.mjs',
  'src/process/stamp.mjs',
  'src/process/bin.mjs',
  'src/http/guides',
  'schema',
  'dist',
];
