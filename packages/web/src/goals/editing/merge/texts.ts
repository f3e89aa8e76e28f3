import { catalog } from '../../../language/catalog.ts'

export const texts = catalog('goals/editing/merge', {
  list: (names: string[]) => names.join(' and '),
  edited: (_people: number): string =>
    '{names} edited this goal {ago}. Your changes were not saved, but nothing is lost.',
  choose: 'You both changed the following. Choose what to keep. You can still change it in the form.',
  sides: { mine: 'Keep mine', theirs: 'Take theirs' },
})
