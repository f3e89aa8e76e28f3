import type { operationGroups } from '../../../src/index.ts'

/**
 * The text about a field and an example of its value. Keys are names of fields, or names behind those of what contains them
 * (`Schema.object.field`, `object.field`); the most specific one applies. Arrays and alternatives add no name. Without a text, the field
 * is described where its schema is declared. Without an example, it is composed of the fields within.
 */
export type FieldTexts = Record<string, readonly [text?: string, example?: unknown]>

/** The manual's texts about a group. */
export type GroupTexts<Group extends keyof typeof operationGroups> = {
  /** About each operation: what it does, who may, what it changes, limits, what to do on errors. */
  operations: Record<keyof (typeof operationGroups)[Group], string>
  /** About fields that only the group's operations have. */
  fields: FieldTexts
  /** About what schemas are for. A schema that is described where it is declared has no entry. */
  schemas: Record<string, string>
}
