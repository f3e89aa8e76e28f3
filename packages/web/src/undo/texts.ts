import { catalog } from '../language/catalog.ts'

export const texts = catalog('undo', { undo: 'Undo' })
