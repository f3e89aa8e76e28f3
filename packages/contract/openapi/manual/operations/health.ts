import type { TextsOf } from './texts-of.ts'

export const healthTexts: TextsOf<'health'> = {
  getHealth:
    'Says that the service runs. It does not ask the database, so a monitor may call it often. It is not limited.',
}
