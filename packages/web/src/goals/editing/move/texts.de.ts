import type { texts } from './texts.ts'

export const german = {
  title: (goal) => `„${goal}“ verschieben unter …`,
  toTop: 'Keines: ein oberstes Ziel',
  moved: (goal, parent) => `„${goal}“ unter „${parent}“ verschoben.`,
  movedToTop: (goal) => `„${goal}“ ganz nach oben verschoben.`,
  movedBack: (goal) => `„${goal}“ zurückverschoben.`,
  notMoved: (goal, reason) => `„${goal}“ wurde nicht verschoben. ${reason}`,
} satisfies typeof texts
