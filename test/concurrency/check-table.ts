import type { Database } from '@cairn/domain/database'
import { expect } from 'vitest'
import { goalProblems } from './check-goals.ts'
import { indexProblems } from './check-indexes.ts'
import { labelProblems } from './check-labels.ts'
import { memberProblems } from './check-members.ts'
import { readTable, type TableContent } from './read-table.ts'

/** Everything in the table that contradicts something else in it, a sentence each; none is what must be. */
export function problemsIn(content: TableContent, database: Database): string[] {
  return [
    ...goalProblems(content),
    ...labelProblems(content),
    ...memberProblems(content),
    ...indexProblems(content, database),
  ]
}

/**
 * Reads the whole table of a test, asserts that no two records of it contradict each other, and answers it.
 * Called when every request has been answered: whatever they were, this must hold.
 */
export async function expectSoundTable(database: Database): Promise<TableContent> {
  const content = await readTable(database)
  expect(problemsIn(content, database)).toEqual([])
  return content
}
