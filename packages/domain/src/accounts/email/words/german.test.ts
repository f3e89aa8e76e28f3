import { expect, it } from 'vitest'
import { german } from './german.ts'

it('numbers and days have the right forms in German', () => {
  const { verification, invitation, reminders } = german
  expect([1, 24].map(verification.preview)).toEqual([
    'Öffne den Link innerhalb von einer Stunde.',
    'Öffne den Link innerhalb von 24 Stunden.',
  ])
  expect([1, 7].map(invitation.preview)).toEqual([
    'Nimm sie innerhalb eines Tages an.',
    'Nimm sie innerhalb von 7 Tagen an.',
  ])
  expect((['today', 'tomorrow', 3] as const).map((when) => reminders.deadline(when, 'Ziel'))).toEqual([
    'Termin heute: Ziel',
    'Termin morgen: Ziel',
    'Termin in 3 Tagen: Ziel',
  ])
})
