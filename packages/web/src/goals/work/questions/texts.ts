import { catalog, plural } from '../../../language/catalog.ts'
import { formatNumber } from '../../../presentation/time/format.ts'

export const texts = catalog('goals/work/questions', {
  title: 'Questions',
  open: 'Open questions',
  loading: 'Loading questions',
  notLoaded: 'Questions could not be loaded. Reload the page to see them.',
  /** On Home. */
  forYou: 'Questions for you',
  closed: (count: number) =>
    `${formatNumber(count)} earlier ${plural(count, { one: 'question', other: 'questions' })}`,
  asks: '{who} asks, {ago}',
  asked: '{who} asked, {ago}',
  expires: 'Expires {until}',
  about: 'About {goal}',
  notFound: 'That question is no longer here. It may have been about a deleted goal.',
  options: 'Options',
  answer: {
    choose: 'Choose an answer',
    /** Before the chosen option. */
    with: (option: string) => `Answer “${option}”`,
    send: 'Send answer',
    sending: 'Sending',
    text: 'Your answer',
    note: 'Note',
    addNote: 'Add a note',
    ownWords: 'Answer in your own words',
    missing: 'Write the answer.',
    sent: 'Answer sent.',
    others: 'Only those who were asked, the owner of the goal, and admins can answer.',
  },
  answered: '{who} answered, {ago}',
  /** Somebody was faster. */
  closedMeanwhile: {
    answered: '{who} answered first. Your answer was not sent.',
    withdrawn: 'This question was withdrawn. Your answer was not sent.',
    expired: 'This question has expired. Your answer was not sent.',
  },
  states: {
    open: 'Open',
    answered: 'Answered',
    withdrawn: 'Withdrawn',
    expired: 'Expired without an answer',
  },
  withdraw: {
    name: 'Withdraw',
    question: 'Withdraw this question?',
    text: 'Nobody can answer it then. Whoever asked sees that it was withdrawn. You cannot undo this.',
    action: 'Withdraw question',
    done: 'Question withdrawn.',
  },
})
