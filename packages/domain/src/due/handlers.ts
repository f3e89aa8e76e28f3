import type { DueHandlers } from './sweep-records.ts'

/** What is done with each kind of record that is due. */
export const dueHandlers: DueHandlers = {}
