/** Goals as Markdown, for a chat, a document, or an agent. What others wrote is escaped, except descriptions, which are Markdown. */
import type { Goal, GoalSummary } from '@cairn/contract/schemas/goals/goals'
import type { BlockContent, PhrasingContent, RootContent, TableRow } from 'mdast'
import { gfmToMarkdown } from 'mdast-util-gfm'
import { toMarkdown } from 'mdast-util-to-markdown'
import { formatDate, formatPercent, formatPlainDate, formatValue } from '../../../presentation/time/format.ts'
import { describeTimeframe, evaluationNames, healthNames, statusNames } from '../../data/display-names.ts'
import { texts as matchTexts } from '../../match/texts.ts'
import { texts } from './texts.ts'

type NameOf = (userId: string | null) => string
type LatestReport = { summary: string; createdAt: string; authorityUserId: string }

const write = (children: RootContent[]) =>
  toMarkdown({ type: 'root', children }, { bullet: '-', extensions: [gfmToMarkdown()] })

/** Without line breaks, which would end a table's cell or a list's line. */
const text = (value: string): PhrasingContent => ({
  type: 'text',
  value: value.replaceAll(/\s+/g, ' ').trim(),
})
const space: PhrasingContent = { type: 'text', value: ' ' }
const paragraph = (...children: PhrasingContent[]): BlockContent => ({ type: 'paragraph', children })
const bold = (value: string): PhrasingContent => ({ type: 'strong', children: [text(value)] })
const heading = (depth: 1 | 2, value: string): BlockContent => ({
  type: 'heading',
  depth,
  children: [text(value)],
})
const list = (lines: PhrasingContent[][]): BlockContent => ({
  type: 'list',
  spread: false,
  children: lines.map((line) => ({ type: 'listItem', spread: false, children: [paragraph(...line)] })),
})
const section = (title: string, ...content: BlockContent[]): BlockContent[] => [heading(2, title), ...content]

function stateOf({ status, health }: Pick<Goal, 'status' | 'health'>): string {
  if (status === 'active') return health === null ? healthNames.none : healthNames[health]
  return health === null ? statusNames[status] : `${statusNames[status]}, ${healthNames[health]}`
}

/**
 * @param link  The address of the goal.
 * @param latest  Its latest report, if it has one.
 */
export function goalAsMarkdown(
  goal: Goal,
  latest: LatestReport | undefined,
  link: string,
  nameOf: NameOf,
): string {
  const { criteria, measures, labels, progress } = goal
  const facts = [
    [texts.status, stateOf(goal)],
    [texts.owner, nameOf(goal.ownerUserId)],
    [texts.timeframe, describeTimeframe(goal)],
    ...(labels.length > 0 ? [[texts.labels, labels.map(({ name }) => name).join(', ')]] : []),
    ...(progress === null ? [] : [[texts.progress, formatPercent(progress)]]),
  ] as [string, string][]
  return write([
    heading(1, goal.title),
    list(facts.map(([name, value]) => [bold(`${name}:`), space, text(value)])),
    ...(latest
      ? section(
          texts.latestReport,
          paragraph(text(latest.summary)),
          paragraph({
            type: 'emphasis',
            children: [text(`${nameOf(latest.authorityUserId)}, ${formatDate(latest.createdAt)}`)],
          }),
        )
      : []),
    ...(criteria.length > 0
      ? section(
          texts.criteria,
          list(
            criteria.map(({ title, verdict }) => [
              text(title),
              ...(verdict ? [space, bold(evaluationNames[verdict.result])] : []),
            ]),
          ),
        )
      : []),
    ...(measures.length > 0
      ? section(
          texts.measures,
          list(
            measures.map(({ title, unit, current, target }) => [
              text(
                `${title}: ${current ? `${formatValue(current.value, unit)} / ` : ''}${formatValue(target, unit)}`,
              ),
            ]),
          ),
        )
      : []),
    ...section(texts.description, { type: 'html', value: goal.detailedDescription }),
    paragraph({ type: 'link', url: link, children: [text(link)] }),
  ])
}

/** The place of a search's words, with the words around them. Nothing for the title, which is there anyway. */
const placeOf = ({ match }: GoalSummary): string =>
  match && match.where !== 'title' ? `${matchTexts.places[match.where]}: ${match.text}` : ''

/** @param linkOf  The address of a goal. */
export function goalsAsMarkdown(
  goals: readonly GoalSummary[],
  linkOf: (goalId: string) => string,
  nameOf: NameOf,
): string {
  const row = (...cells: PhrasingContent[]): TableRow => ({
    type: 'tableRow',
    children: cells.map((cell) => ({ type: 'tableCell', children: [cell] })),
  })
  const hasMatches = goals.some(({ match }) => match && match.where !== 'title')
  const names = [
    texts.title,
    texts.status,
    texts.owner,
    texts.progress,
    texts.due,
    texts.lastReport,
    ...(hasMatches ? [texts.foundIn] : []),
  ]
  return write([
    {
      type: 'table',
      children: [
        row(...names.map(text)),
        ...goals.map((goal) =>
          row(
            { type: 'link', url: linkOf(goal.id), children: [text(goal.title)] },
            text(stateOf(goal)),
            text(nameOf(goal.ownerUserId)),
            text(goal.progress === null ? '' : formatPercent(goal.progress)),
            text(goal.timeframe.kind === 'deadline' ? formatPlainDate(goal.timeframe.targetDate) : ''),
            text(goal.lastReport?.summary ?? ''),
            ...(hasMatches ? [text(placeOf(goal))] : []),
          ),
        ),
      ],
    },
  ])
}
