import { fieldNames } from '@cairn/contract/display/value-names'
import type { OrganizationRole } from '@cairn/contract/schemas/organizations'
import { catalog, plural } from '../language/catalog.ts'
import { formatNumber } from '../time/format.ts'

type Field = keyof typeof fieldNames

/** More fields of a goal are only counted. */
const namedFields = 3

const list = new Intl.ListFormat('en')
const withArticle: Record<OrganizationRole, string> = {
  owner: 'the owner',
  admin: 'an admin',
  member: 'a member',
}

export const texts = catalog('feed', {
  today: 'Today',
  yesterday: 'Yesterday',
  new: 'New:',
  families: {
    reports: 'Reports',
    goals: 'Goals',
    labels: 'Labels',
    people: 'People',
  },
  title: 'Feed',
  intro: (organization: string) => `What happened in ${organization} in the last 90 days, newest first.`,
  legend: 'Show in the feed',
  everything: 'Everything',
  loading: 'Loading the feed',
  searchedTo: (date: string) => `Searched back to ${date}.`,
  loadingMore: 'Loading more',
  more: 'Load more',
  end: 'That is everything of the last 90 days.',
  noneAbout: (family: string) => `No events about ${family.toLowerCase()}`,
  noneAboutText: 'Choose another filter to see more.',
  none: 'Nothing has happened yet',
  publish: 'Publish a goal',
  noneText: 'New goals, reports, and changes appear here.',
  newSince: (count: number) =>
    `${formatNumber(count)} new ${plural(count, { one: 'event', other: 'events' })} since you opened this page.`,
  newEvents: (count: number) =>
    `${formatNumber(count)} new ${plural(count, { one: 'event', other: 'events' })}`,
  /** The sentences of events. `you`: the reader did it. */
  events: {
    published: (_you: boolean): string => '{actor} published {goal}',
    publishedWithoutOwner: (_you: boolean): string => '{actor} published {goal} without an owner',
    publishedFor: (_you: boolean): string => '{actor} published {goal}, owned by {owner}',
    edited: (_you: boolean, fields: readonly Field[]) =>
      `{actor} changed ${fields.length > namedFields ? `${fields.length} fields` : `the ${list.format(fields.map((field) => fieldNames[field].toLowerCase()))}`} of {goal}`,
    deleted: (_you: boolean): string => '{actor} deleted {goal}',
    acknowledged: (_you: boolean): string => '{actor} acknowledged a report on {goal}',
    'label.created': (_you: boolean): string => '{actor} created the label {label}',
    'label.updated': (_you: boolean): string => '{actor} changed the label {label}',
    'label.deleted': (_you: boolean): string => '{actor} deleted the label {label}',
    joined: (_you: boolean, role: OrganizationRole) => `{actor} joined as ${withArticle[role]}`,
    left: (_you: boolean): string => '{actor} left the organization',
    removed: (_you: boolean): string => '{actor} removed {person}',
    became: (_you: boolean, role: OrganizationRole) => `{actor} became ${withArticle[role]}`,
    made: (_you: boolean, role: OrganizationRole) => `{actor} made {person} ${withArticle[role]}`,
    invited: (_you: boolean, role: OrganizationRole) => `{actor} invited someone as ${withArticle[role]}`,
    accepted: (_you: boolean, role: OrganizationRole) =>
      `{actor} accepted an invitation as ${withArticle[role]}`,
    revoked: (_you: boolean): string => '{actor} revoked an invitation',
  },
  reports: {
    reported: (_you: boolean): string => '{actor} reported on {goal}',
    moved: (_you: boolean): string => '{actor} moved {goal} to {health}',
    paused: (_you: boolean): string => '{actor} paused {goal}',
    completed: (_you: boolean): string => '{actor} completed {goal}',
    archived: (_you: boolean): string => '{actor} archived {goal}',
    resumed: (_you: boolean): string => '{actor} resumed {goal}',
    reopened: (_you: boolean): string => '{actor} reopened {goal}',
    withHealth: {
      paused: (_you: boolean): string => '{actor} paused {goal}, now {health}',
      completed: (_you: boolean): string => '{actor} completed {goal}, now {health}',
      archived: (_you: boolean): string => '{actor} archived {goal}, now {health}',
      resumed: (_you: boolean): string => '{actor} resumed {goal}, now {health}',
      reopened: (_you: boolean): string => '{actor} reopened {goal}, now {health}',
    },
  },
  people: {
    /** Where a sentence begins, for its object, and after `owned by`. */
    actorYou: 'You',
    you: 'you',
    ownerYou: 'you',
    aMember: 'a member',
    formerMember: 'a former member',
    aFormerMember: 'A former member',
    aGoal: 'a goal',
  },
  programFor: '{program} for {person}',
  program: {
    agent: 'agent',
    run: (id: string) => `run ${id}`,
    unknownAgent: 'An agent',
    unknown: 'A program',
  },
})
