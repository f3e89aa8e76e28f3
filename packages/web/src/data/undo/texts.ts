import { catalog } from '../../language/catalog.ts'

export const texts = catalog('data/undo', { undo: 'Undo' })
