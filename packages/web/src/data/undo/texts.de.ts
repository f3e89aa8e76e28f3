import type { texts } from './texts.ts'

export const german = { undo: 'Rückgängig' } satisfies typeof texts
