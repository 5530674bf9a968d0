/** What the packages of the production image are installed from, and how. A guard compares this with docker-compose.yml. */
export const installFiles = ['package.json', 'package-lock.json', '.npmrc'];
export const installFlags = ['--omit=dev', '--omit=optional'];
/** What the image has beside its packages. */
export const imageFiles = ['package.json', 'src/prepare.mjs', 'schema', 'dist'];
