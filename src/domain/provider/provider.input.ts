import { InputType } from 'type-graphql';
import { inputOf } from '../entity-attributes.js';
import { Provider } from './provider.entity.js';

/** Attributes of a provider. An absent field keeps its value; null clears it or restores the default. */
@InputType()
export class ProviderInput extends inputOf(Provider, 'active') {}
