import { expect } from 'vitest'
import { itemFromAttributes } from '../values/attribute-value.ts'
import { Bindings } from './bindings.ts'

export const values = itemFromAttributes({
  ':n': { N: '5' },
  ':six': { N: '6' },
  ':s': { S: 'abc' },
  ':t': { BOOL: true },
  ':l': { L: [] },
  ':map': { M: {} },
})

/** Returns a name and a value of each type, none of which is used yet. */
export const bindings = () => new Bindings({ '#n': 'n' }, values)

/** The messages of DynamoDB for expressions that it refuses. */

export const refusal = (message: string) => expect.objectContaining({ name: 'ValidationException', message })

export const end = '<EOF>'
export const empty = 'The expression can not be empty;'
export const syntaxError = (token: string) => `Syntax error; token: "${token}"`
export const unknownFunction = (name: string) => `Invalid function name; function: ${name}`
export const overlapping = (one: string, two: string) =>
  `Two document paths overlap with each other; must remove or rewrite one of these paths; path one: [${one}], path two: [${two}]`
