import type { operationGroups } from '../../../src/index.ts'

/** What the manual says about each operation of a group: what it does, who may, what it changes, limits, what to do on errors. */
export type TextsOf<Group extends keyof typeof operationGroups> = Record<
  keyof (typeof operationGroups)[Group],
  string
>
