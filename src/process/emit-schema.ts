import 'reflect-metadata';
import { writeFileSync } from 'node:fs';
import { compileOperations, readOperationSources } from '../graphql/operations.js';
import { bookingSchema, schemaFile, schemaText } from '../graphql/schema.js';
import { asyncApi, asyncApiFile } from './async-api.js';
import { figureOperations, figureOperationsFile } from './figure-operations.js';
import { figureResponses, figureResponsesFile } from './figure-responses.js';
import { formatDescription, openApi, openApiFile } from './open-api.js';

/** Run by `npm run schema:emit`. The operations of figures are read again for the descriptions. */
writeFileSync(figureResponsesFile, figureResponses(bookingSchema()));
const described = openApi(compileOperations(bookingSchema(), readOperationSources()));
writeFileSync(schemaFile, schemaText());
writeFileSync(openApiFile, formatDescription(described));
writeFileSync(asyncApiFile, formatDescription(asyncApi(described)));
writeFileSync(figureOperationsFile, figureOperations());
