/** Styles, which esbuild adds to the bundle of the module that imports them. */
declare module '*.css';
