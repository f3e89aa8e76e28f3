/** The words for the kinds of items in an inbox. */
import type { InboxKind } from '../goals/inbox-kinds.ts'

export type InboxWords = {
  /** The happening as a sentence without the goal. */
  happened: Record<InboxKind, (who: string) => string>
  /** The name of the kind, where people choose how they are told of it. */
  names: Record<InboxKind, string>
}

export const englishInboxWords: InboxWords = {
  happened: {
    mentioned: (who) => `${who} mentioned you`,
    commented: (who) => `${who} commented`,
    question: (who) => `${who} asks you`,
    answered: (who) => `${who} answered`,
    review: (who) => `${who} needs your review`,
    reported: (who) => `${who} reported`,
    handed_over: (who) => `${who} handed this goal over to you`,
    claim_expired: (who) => `${who} stopped working without a word`,
    report_requested: (who) => `${who} asks for a report`,
  },
  names: {
    mentioned: 'Mentions of you',
    commented: 'Comments on goals you watch',
    question: 'Questions for you',
    answered: 'Answers to your questions',
    review: 'Reports to review',
    reported: 'Reports on goals you watch',
    handed_over: 'Goals handed over to you',
    claim_expired: 'Work that stopped without a word',
    report_requested: 'Requests for a report',
  },
}
