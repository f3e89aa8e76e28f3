import type { InboxItem } from '@cairn/contract/schemas/people/inbox'
import { useNavigate } from '@tanstack/react-router'

/** Returns what replies to an item: a question opens in place, everything else on the page of its goal. */
export function useReply(item: InboxItem, open: () => void): () => void {
  const navigate = useNavigate()
  const { kind, goal, ref } = item
  return () => {
    if (kind === 'question') {
      open()
      return
    }
    const hash = ref.commentId === undefined ? 'conversation' : `comment-${ref.commentId}`
    void navigate({
      to: '/goals/$goalId',
      params: { goalId: goal.id },
      search: ref.questionId === undefined ? {} : { question: ref.questionId },
      hash: ref.questionId === undefined ? hash : '',
    })
  }
}
