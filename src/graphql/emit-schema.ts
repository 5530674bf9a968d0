import { writeFileSync } from 'node:fs';
import { schemaFile, schemaText } from './schema.js';

/** `npm run schema:emit` */
writeFileSync(schemaFile, schemaText());
