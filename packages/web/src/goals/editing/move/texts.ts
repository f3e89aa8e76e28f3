import { catalog } from '../../../language/catalog.ts'

export const texts = catalog('goals/editing/move', {
  title: (goal: string) => `Move “${goal}” under…`,
  toTop: 'No parent: a top goal',
  moved: (goal: string, parent: string) => `Moved “${goal}” under “${parent}”.`,
  movedToTop: (goal: string) => `Moved “${goal}” to the top.`,
  movedBack: (goal: string) => `Moved “${goal}” back.`,
  notMoved: (goal: string, reason: string) => `“${goal}” was not moved. ${reason}`,
})
