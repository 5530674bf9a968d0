import { writeFileSync } from 'node:fs';
import { schemaFile, schemaText } from '../graphql/schema.js';
import { openApi, openApiFile, textOf } from './open-api.js';

/** `npm run schema:emit` */
writeFileSync(schemaFile, schemaText());
writeFileSync(openApiFile, textOf(openApi()));
