import type { Acknowledgement } from '@cairn/client'
import { type Command, InvalidArgumentError } from 'commander'
import { goalIdIn, wholeNumber } from '../arguments.ts'
import type { Connection, Context } from '../context.ts'
import { oneLine } from '../output/escape.ts'
import { nameOf } from '../people.ts'
import type { Run } from '../run.ts'

const pages: Record<string, string> = {
  home: '/home',
  goals: '/goals',
  feed: '/feed',
  overview: '/overview',
  labels: '/labels',
  settings: '/settings',
  members: '/settings/members',
  agents: '/settings/agents',
  tokens: '/settings/api-tokens',
}

type Options = { print?: true; revision?: number }

export function addOpenCommands(program: Command, run: Run): void {
  program
    .command('open')
    .description('open a goal or another page of the web app, and print its address')
    .argument('[page]', `a goal by id, or ${Object.keys(pages).join(', ')}`, pathOf, pages.home)
    .option('--print', 'only print the address')
    .action(run(openPath))
  program
    .command('acknowledge')
    .description('show who has acknowledged a report, and open its goal, where you do it: a token cannot')
    .argument('<goal>', 'its id or page', goalIdIn)
    .option('--revision <number>', 'which report; default: the latest', wholeNumber)
    .option('--print', 'only print the address')
    .action(run(acknowledge))
}

function pathOf(argument: string): string {
  if (Object.hasOwn(pages, argument)) return pages[argument] ?? ''
  try {
    return `/goals/${goalIdIn(argument)}`
  } catch {
    throw new InvalidArgumentError(`Use the id of a goal, or ${Object.keys(pages).join(', ')}.`)
  }
}

async function openPath(context: Context, path: string, options: Options): Promise<void> {
  const url = await addressOf(await context.connect(), path)
  await showPage(context, url, options)
  if (context.json) return context.printJson({ url })
  await context.print(url)
}

async function acknowledge(context: Context, goalId: string, options: Options): Promise<void> {
  const connection = await context.connect()
  const { cairn, people } = connection
  const { goal } = await cairn.getGoal({ params: { goalId } })
  const revision = options.revision ?? goal.revision
  const acknowledgements: Acknowledgement[] = []
  for await (const each of cairn.acknowledgements(goalId, revision)) acknowledgements.push(each)
  const url = await addressOf(connection, `/goals/${goalId}`)
  await showPage(context, url, options)
  if (context.json) return context.printJson({ revision, acknowledgements, url })
  const known = await people()
  const names = acknowledgements.map(({ userId }) => oneLine(nameOf(known, userId)))
  const title = `revision ${revision} of "${oneLine(goal.title)}"`
  await context.print(
    names.length > 0 ? `Acknowledged ${title}: ${names.join(', ')}.` : `Nobody has acknowledged ${title}.`,
    'Acknowledge it on its page:',
    url,
  )
}

/** The address of a page. It names the organization: the browser may show another one. */
export async function addressOf({ origin, me }: Connection, path: string): Promise<string> {
  const { organization } = await me()
  return `${origin}${path}?${new URLSearchParams({ organization: organization.id })}`
}

/** Opens a page in the browser, unless only its address is wanted. */
export async function showPage(
  { io }: Context,
  url: string,
  { print }: Pick<Options, 'print'>,
): Promise<void> {
  if (!print) await io.openPage(url)
}
