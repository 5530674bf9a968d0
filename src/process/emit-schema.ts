import 'reflect-metadata';
import { writeFileSync } from 'node:fs';
import { compileOperations, readOperationSources } from '../graphql/operations.js';
import { bookingSchema, schemaFile, schemaText } from '../graphql/schema.js';
import { formatOpenApi, openApi, openApiFile } from './open-api.js';

/** Run by `npm run schema:emit`. */
writeFileSync(schemaFile, schemaText());
writeFileSync(openApiFile, formatOpenApi(openApi(compileOperations(bookingSchema(), readOperationSources()))));
