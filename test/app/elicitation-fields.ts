import type { ElicitationField } from '../../src/app/state/elicitation.ts'

type Field<T extends ElicitationField['type']> = Extract<ElicitationField, { type: T }>

/** Fields that ask for nothing special but what is given. */
export const fields = {
  text: (more: Partial<Field<'text'>> = {}): Field<'text'> => ({
    name: 'name',
    title: 'Name',
    description: null,
    isRequired: false,
    type: 'text',
    minLength: null,
    maxLength: null,
    pattern: null,
    format: null,
    value: null,
    ...more,
  }),
  number: (more: Partial<Field<'number'>> = {}): Field<'number'> => ({
    name: 'port',
    title: 'Port',
    description: null,
    isRequired: false,
    type: 'number',
    isInteger: false,
    minimum: null,
    maximum: null,
    value: null,
    ...more,
  }),
  boolean: (more: Partial<Field<'boolean'>> = {}): Field<'boolean'> => ({
    name: 'logging',
    title: 'Logging',
    description: null,
    isRequired: false,
    type: 'boolean',
    value: null,
    ...more,
  }),
  choice: (more: Partial<Field<'choice'>> = {}): Field<'choice'> => ({
    name: 'strategy',
    title: 'Strategy',
    description: null,
    isRequired: false,
    type: 'choice',
    choices: threeChoices,
    value: null,
    ...more,
  }),
  choices: (more: Partial<Field<'choices'>> = {}): Field<'choices'> => ({
    name: 'branches',
    title: 'Branches',
    description: null,
    isRequired: false,
    type: 'choices',
    choices: threeChoices,
    minItems: null,
    maxItems: null,
    value: [],
    ...more,
  }),
} as const

const threeChoices = [
  { value: 'low', title: 'Conservative', description: 'Minimal changes' },
  { value: 'mid', title: 'Balanced', description: null },
  { value: 'high', title: 'Aggressive', description: null },
] as const
