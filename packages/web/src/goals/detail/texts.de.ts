import { plural } from '../../language/catalog.ts'
import { formatNumber } from '../../presentation/time/format.ts'
import type { texts } from './texts.ts'

export const german = {
  allGoals: 'Alle Ziele',
  deletedMeanwhile: 'Dieses Ziel wurde gelöscht. Du siehst, wie es war, als diese Seite es geladen hat.',
  notFound: {
    title: 'Ziel nicht gefunden',
    heading: 'Dieses Ziel gibt es in dieser Organisation nicht',
    text: 'Vielleicht wurde es gelöscht. Gehört es zu einer anderen deiner Organisationen, wechsle zu ihr und öffne den Link noch einmal.',
  },
  report: 'Bericht',
  edit: 'Bearbeiten',
  delete: 'Löschen',
  quick: 'Kurz berichten',
  readOnly: 'Nur Verantwortliche und Admins der Organisation können über dieses Ziel berichten.',
  description: 'Beschreibung',
  commentsNotLoaded: 'Die Kommentare konnten nicht geladen werden. Lade die Seite neu, um sie zu sehen.',
  latest: 'Letzter Bericht',
  before: (health) => `Vorher: ${health}`,
  written: '{author} {ago}',
  wholeReport: 'Ganz lesen',
  none: {
    title: 'Noch keine Berichte',
    text: 'Der erste Bericht sagt, wie es um das Ziel steht, und legt den ersten Stein.',
  },
  overTime: 'Im Lauf der Zeit',
  attention: {
    questionOpen: 'Eine Frage zu diesem Ziel ist offen.',
    claimExpired: 'Jemand hat die Arbeit an diesem Ziel ohne Nachricht abgebrochen.',
    budgetUsed: 'Das Budget ist aufgebraucht.',
    reviewRequested: (count) =>
      plural(count, {
        one: '1 Kriterium wartet auf die Bestätigung einer zweiten Person.',
        other: `${formatNumber(count)} Kriterien warten auf die Bestätigung einer zweiten Person.`,
      }),
    overdue: (date) => `Das Zieldatum, ${date}, ist vorbei.`,
    reportLate: (date) => `Am ${date} war ein Bericht fällig.`,
    offTrack: 'Das Ziel ist nicht auf Kurs.',
    atRisk: 'Das Ziel ist gefährdet.',
    dueSoon: (days) => `Das Zieldatum ist ${days}.`,
    notMet: (count, all) =>
      `${count} von ${all} Kriterien ${plural(count, { one: 'ist', other: 'sind' })} nicht erfüllt.`,
  },
  outcome: {
    met: (count) =>
      count === 1
        ? 'Abgeschlossen, das Kriterium ist erfüllt.'
        : `Abgeschlossen, alle ${count} Kriterien erfüllt.`,
    notMet: (count, all) => `Abgeschlossen, ${count} von ${all} Kriterien nicht erfüllt.`,
    notMetAndOpen: (count, all, open) =>
      `Abgeschlossen, ${count} von ${all} Kriterien nicht erfüllt und ${open} offen.`,
    open: (open, all) => `Abgeschlossen, ${open} von ${all} Kriterien offen.`,
  },
  editing: {
    page: (title) => `Bearbeiten: ${title}`,
    title: 'Ziel bearbeiten',
    saved: 'Änderungen gespeichert.',
    savedBeside: (names) =>
      `Änderungen gespeichert. Inzwischen ${names.length === 1 ? 'hat' : 'haben'} ${names.join(' und ')} das Ziel bearbeitet. Diese Änderungen bleiben erhalten.`,
    save: 'Änderungen speichern',
    saving: 'Wird gespeichert',
    cancel: 'Abbrechen',
  },
  deleting: {
    title: 'Dieses Ziel löschen?',
    action: 'Ziel löschen',
    text: (reports) =>
      `Das löscht das Ziel für alle, samt seinem Verlauf${reports === 0 ? '' : ` mit ${formatNumber(reports)} ${plural(reports, { one: 'Bericht', other: 'Berichten' })}`}. Du kannst das nicht rückgängig machen. Um das Ziel zu behalten, archiviere es mit einem Bericht.`,
    hasSubGoals: (count) =>
      `Dieses Ziel hat ${formatNumber(count)} ${plural(count, { one: 'Unterziel', other: 'Unterziele' })} und kann nicht gelöscht werden. Verschiebe oder lösche ${plural(count, { one: 'es', other: 'sie' })} zuerst, oder archiviere dieses Ziel mit einem Bericht.`,
    done: 'Ziel gelöscht.',
  },
  watch: {
    on: 'Beobachtet',
    off: 'Beobachten',
    begin: 'Beobachten: von Berichten und Kommentaren erfahren',
    end: 'Nicht mehr beobachten',
    begun: 'Du beobachtest dieses Ziel.',
    ended: 'Du beobachtest dieses Ziel nicht mehr.',
  },
  moreNews: (more) =>
    ` Und ${plural(more, { one: 'noch eine Änderung', other: `${formatNumber(more)} weitere Änderungen` })}.`,
} satisfies typeof texts
