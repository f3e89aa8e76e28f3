import type { Goal } from '@cairn/contract/schemas/goals/goals'
import { BellRing } from 'lucide-react'
import { useState } from 'react'
import { api } from '../../data/api/client.ts'
import { describeFailure } from '../../data/api/failures/failures.ts'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toast.ts'
import { useMayAsk } from '../data/authority.ts'
import { usePeople } from '../data/people.ts'
import { texts } from './texts.ts'

/** Asks the owner of a goal for a report, and says where the owner is told. */
export function AskForReport({ goal }: { goal: Goal }) {
  const { nameOf } = usePeople()
  const mayAsk = useMayAsk()
  const [isAsking, setAsking] = useState(false)
  if (!mayAsk(goal)) return null

  async function ask(): Promise<void> {
    setAsking(true)
    try {
      await api.requestReport({ params: { goalId: goal.id } })
      toast.success(texts.asked(nameOf(goal.ownerUserId)))
    } catch (error) {
      toast.error(describeFailure(error).sentence)
    } finally {
      setAsking(false)
    }
  }
  return (
    <Button variant="quiet" busy={isAsking} busyText={texts.asking} onClick={() => void ask()}>
      <BellRing className="size-4" aria-hidden="true" />
      {texts.ask}
    </Button>
  )
}
