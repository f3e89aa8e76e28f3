import { plural } from '../../language/catalog.ts'
import { formatNumber } from '../../presentation/time/format.ts'
import type { texts } from './texts.ts'

export const german = {
  works: (who) => `In Arbeit: ${who}`,
  claim: {
    title: 'Arbeit an diesem Ziel',
    works: '{who} arbeitet an diesem Ziel.',
    times: 'Begonnen {since}. Endet {until}, wenn nicht verlängert wird.',
    run: 'Lauf {run}',
    watch: 'Zusehen auf {host}',
    newTab: '(öffnet einen neuen Tab)',
  },
  takeBack: {
    name: 'Zurücknehmen',
    one: (title) => `Zurücknehmen: ${title}`,
    question: 'Dieses Ziel zurücknehmen?',
    consequence:
      '{who} kann in diesem Lauf nicht mehr über das Ziel berichten oder es ändern. Du kannst das nicht rückgängig machen: Wer weitermacht, beginnt neu.',
    done: 'Ziel zurückgenommen.',
  },
  handoff: {
    title: 'Übergabe',
    by: '{who}, {ago}',
    read: 'Übergabe lesen',
    removed: 'Hat die Übergabe entfernt.',
  },
  used: {
    title: 'Verbraucht',
    withBudget: 'Vom Budget verbraucht',
    names: { tokens: 'Tokens', seconds: 'Zeit', costMicros: 'Kosten' },
    of: (limit) => `von ${limit}`,
    over: 'Aufgebraucht',
    reports: 'Berichte mit Verbrauch',
    all: 'Mit anderen Zielen vergleichen',
    report: (amounts) => `Verbraucht: ${amounts}`,
    tokens: (count) => `${formatNumber(count)} ${plural(count, { one: 'Token', other: 'Tokens' })}`,
    cost: (cost) => `${cost} Kosten`,
  },
} satisfies typeof texts
