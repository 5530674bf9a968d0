import { InputType } from 'type-graphql';
import { inputOf } from '../entity-attributes.js';
import { Provider } from './provider.entity.js';

/** Attributes of a provider; what is absent is left as it is, null clears or restores the default. */
@InputType()
export class ProviderInput extends inputOf(Provider, 'active') {}
