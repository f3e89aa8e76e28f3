import type { texts } from './texts.ts'

export const german = {
  ask: 'Um Bericht bitten',
  asking: 'Bitte wird gesendet',
  asked: (name) => `Um einen Bericht gebeten. ${name} sieht es im Posteingang.`,
} satisfies typeof texts
