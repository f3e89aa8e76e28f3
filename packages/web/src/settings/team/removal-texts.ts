import { formatNumber } from '../../presentation/time/format.ts'
import { texts } from './texts.ts'

type Removal = { name: string; isMe: boolean; organization: string }

/** The texts of the confirmation before a member is removed or leaves, and of the message after it. */
export function removalTexts({ name, isMe, organization }: Removal) {
  const { leave, remove } = texts
  if (isMe) {
    const { text, warning, action } = leave
    return { title: leave.title(organization), text, warning, action, done: leave.done(organization) }
  }
  return {
    title: remove.title(name),
    text: remove.text(name, organization),
    action: remove.action,
    done: remove.done(name),
  }
}

/** Of the goals that the person owns. Undefined until they are counted. */
type Owned = { count: number; isComplete: boolean } | undefined

function countOf({ count, isComplete }: NonNullable<Owned>): string {
  const digits = formatNumber(count)
  return isComplete ? digits : texts.goals.moreThan(digits)
}

/** Says what happens to the goals; null if there are none. */
export function goalTexts(owned: Owned, { name, isMe }: Pick<Removal, 'name' | 'isMe'>) {
  if (owned?.count === 0) return null
  const { goals } = texts
  const labelFor = (isOne: boolean) => (isMe ? goals.whoGetsMine(isOne) : goals.whoGetsTheirs(isOne))
  if (!owned) return { sentence: undefined, label: labelFor(false) }
  const isOne = owned.count === 1 && owned.isComplete
  return {
    sentence: isMe ? goals.iOwn(isOne, countOf(owned)) : goals.theyOwn(name, isOne, countOf(owned)),
    label: labelFor(isOne),
  }
}
