import { englishEventWords } from '@cairn/contract/display/event-words'
import { catalog, plural } from '../language/catalog.ts'
import { formatNumber } from '../presentation/time/format.ts'

export const texts = catalog('feed', {
  today: 'Today',
  yesterday: 'Yesterday',
  new: 'New:',
  families: {
    reports: 'Reports',
    comments: 'Comments',
    goals: 'Goals',
    work: 'Work and questions',
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
  ...englishEventWords,
})
