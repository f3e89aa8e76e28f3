import { fieldNames } from '../goals/fields.ts'
import type { EventOf, EventType } from '../schemas/feed/events.ts'
import type { GoalHealth } from '../schemas/goals/goal-values.ts'
import type { OrganizationRole } from '../schemas/people/organizations.ts'
import { englishProgramWords, type ProgramWords } from './program-words.ts'
import { healthNames, namedFields } from './value-names.ts'

const withArticle: Record<OrganizationRole, string> = {
  owner: 'the owner',
  admin: 'an admin',
  member: 'a member',
}

/** The sentence about a change. `you`: the reader did it, which changes the verb in some languages. */
type Sentence = (you: boolean) => string

/** Sentences have places for what pages link: `{actor}`, `{goal}`, `{label}` and others. */
export type EventWords = {
  /** The sentence of each type, from what its event says, and those of types that have several. */
  events: {
    [Type in Exclude<EventType, 'goal.reported'>]: (you: boolean, data: EventOf<Type>['data']) => string
  } & {
    publishedWithoutOwner: Sentence
    publishedFor: Sentence
    became: (you: boolean, role: OrganizationRole) => string
  }
  reports: Record<'reported' | 'moved' | Change, Sentence> & { withHealth: Record<Change, Sentence> }
  people: {
    /** At the beginning of a sentence, as its object, and after `owned by`. */
    actorYou: string
    you: string
    ownerYou: string
    aMember: string
    formerMember: string
    aFormerMember: string
    aGoal: string
  }
  programFor: string
  program: ProgramWords
  healths: Record<GoalHealth, string>
}

/** The change of status that a report makes. */
type Change = 'paused' | 'completed' | 'archived' | 'resumed' | 'reopened'

/** The words of `eventSentence` in English. */
export const englishEventWords: EventWords = {
  events: {
    'goal.published': () => '{actor} published {goal}',
    publishedWithoutOwner: () => '{actor} published {goal} without an owner',
    publishedFor: () => '{actor} published {goal}, owned by {owner}',
    'goal.edited': (_you, { fields }) =>
      `{actor} changed ${fields.length > namedFields ? `${fields.length} fields` : `the ${listOf(fields.map((field) => fieldNames[field].toLowerCase()))}`} of {goal}`,
    'goal.deleted': () => '{actor} deleted {goal}',
    'report.acknowledged': (_you, { confirmedCriterionIds: { length } = [] }) =>
      length === 0
        ? '{actor} acknowledged a report on {goal}'
        : `{actor} confirmed ${length === 1 ? 'a criterion' : `${length} criteria`} of {goal}`,
    'goal.claimed': () => '{actor} started work on {goal}',
    'goal.claim_ended': (_you, { reason }) =>
      reason === 'taken_back'
        ? '{actor} took back {goal}'
        : reason === 'revoked'
          ? 'Work on {goal} ended: its holder lost access'
          : '{actor} stopped work on {goal}',
    'question.asked': () => '{actor} asked a question about {goal}',
    'question.answered': () => '{actor} answered a question about {goal}',
    'question.withdrawn': () => '{actor} withdrew a question about {goal}',
    'report.requested': () => '{actor} asked {owner} for a report on {goal}',
    'comment.created': (_you, { reportRevision }) =>
      reportRevision === null ? '{actor} commented on {goal}' : '{actor} commented on a report on {goal}',
    'comment.edited': () => '{actor} edited a comment on {goal}',
    'comment.deleted': () => '{actor} deleted a comment on {goal}',
    'label.created': () => '{actor} created the label {label}',
    'label.updated': () => '{actor} changed the label {label}',
    'label.deleted': () => '{actor} deleted the label {label}',
    'member.joined': (_you, { role }) => `{actor} joined as ${withArticle[role]}`,
    'member.left': () => '{actor} left the organization',
    'member.removed': () => '{actor} removed {person}',
    became: (_you, role) => `{actor} became ${withArticle[role]}`,
    'member.role_changed': (_you, { role }) => `{actor} made {person} ${withArticle[role]}`,
    'invitation.created': (_you, { role }) => `{actor} invited someone as ${withArticle[role]}`,
    'invitation.accepted': (_you, { role }) => `{actor} accepted an invitation as ${withArticle[role]}`,
    'invitation.revoked': () => '{actor} revoked an invitation',
  },
  reports: {
    reported: () => '{actor} reported on {goal}',
    moved: () => '{actor} moved {goal} to {health}',
    paused: () => '{actor} paused {goal}',
    completed: () => '{actor} completed {goal}',
    archived: () => '{actor} archived {goal}',
    resumed: () => '{actor} resumed {goal}',
    reopened: () => '{actor} reopened {goal}',
    withHealth: {
      paused: () => '{actor} paused {goal}, now {health}',
      completed: () => '{actor} completed {goal}, now {health}',
      archived: () => '{actor} archived {goal}, now {health}',
      resumed: () => '{actor} resumed {goal}, now {health}',
      reopened: () => '{actor} reopened {goal}, now {health}',
    },
  },
  people: {
    actorYou: 'You',
    you: 'you',
    ownerYou: 'you',
    aMember: 'a member',
    formerMember: 'a former member',
    aFormerMember: 'A former member',
    aGoal: 'a goal',
  },
  programFor: '{program} for {person}',
  program: englishProgramWords,
  healths: healthNames,
}

/** `title, timeframe, and owner`. Not by `Intl.ListFormat`, whose creation takes 9 ms of a cold start. */
function listOf(names: readonly string[]): string {
  const others = names.slice(0, -1)
  const last = names.at(-1) ?? ''
  if (others.length === 0) return last
  return others.length === 1 ? `${others[0]} and ${last}` : `${others.join(', ')}, and ${last}`
}
