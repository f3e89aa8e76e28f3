import type { texts } from './texts.ts'

export const german = {
  switchOff: 'Nicht mehr verlangen',
  switchOn: 'Eine zweite Person verlangen',
  off: {
    title: 'Keine zweite Person mehr verlangen?',
    text: 'Das Ziel kann dann abgeschlossen werden, ohne dass jemand seine Kriterien bestätigt. Im Verlauf steht, dass du das geändert hast, und alle, die das Ziel beobachten, erfahren davon.',
  },
  isOff: 'Das Ziel braucht keine zweite Person mehr.',
  isOn: 'Das Ziel braucht eine zweite Person.',
  remove: 'Kriterium entfernen',
  removeOne: (title) => `Kriterium entfernen: ${title}`,
  removing: {
    title: 'Dieses Kriterium entfernen?',
    text: 'Niemand muss es mehr erfüllen oder bestätigen. Alle, die das Ziel beobachten, erfahren davon. Du kannst das nicht rückgängig machen: Nur wer für das Ziel verantwortlich ist und Admins können Kriterien hinzufügen.',
  },
  removed: 'Kriterium entfernt.',
} satisfies typeof texts
