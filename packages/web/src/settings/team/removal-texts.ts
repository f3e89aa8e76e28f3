type Removal = { name: string; isMe: boolean; organization: string }

/** The texts of the confirmation before a member is removed or leaves, and of the message after it. */
export function removalTexts({ name, isMe, organization }: Removal) {
  if (isMe) {
    return {
      title: `Leave ${organization}?`,
      text: 'You lose access at once, in every browser and with every API token and connected program. Webhooks you created are paused, and invitations you sent stop working. What you wrote stays.',
      warning: 'You cannot undo this yourself. Only the owner or an admin can invite you again.',
      action: 'Leave organization',
      done: `You left ${organization}.`,
    }
  }
  return {
    title: `Remove ${name}?`,
    text: `${name} loses access to ${organization} at once, in every browser and with every API token and connected program. Webhooks they created are paused, and invitations they sent stop working. What they wrote stays.`,
    action: 'Remove member',
    done: `${name} was removed.`,
  }
}

/** Of the goals that the person owns. Undefined until they are counted. */
type Owned = { count: number; isComplete: boolean } | undefined

function countOf({ count, isComplete }: NonNullable<Owned>): string {
  const digits = count.toLocaleString('en-US')
  return isComplete ? digits : `more than ${digits}`
}

/** Says what happens to the goals; null if there are none. */
export function goalTexts(owned: Owned, { name, isMe }: Pick<Removal, 'name' | 'isMe'>) {
  if (owned?.count === 0) return null
  const whose = isMe ? 'your' : 'their'
  if (!owned) return { sentence: undefined, label: `Who gets ${whose} goals?` }
  const isOne = owned.count === 1 && owned.isComplete
  return {
    sentence: `${isMe ? 'You own' : `${name} owns`} ${isOne ? 'one goal' : `${countOf(owned)} goals`}.`,
    label: `Who gets ${isOne ? `${whose} goal` : `${whose} goals`}?`,
  }
}
