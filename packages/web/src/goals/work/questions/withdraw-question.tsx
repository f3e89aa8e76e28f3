import type { GoalQuestion } from '@cairn/contract/schemas/goals/goal-questions'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useActiveOrganization } from '../../../accounts/session/session.ts'
import { api } from '../../../data/api/client.ts'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx'
import { toast } from '../../../ui/toast.ts'
import { reloadWork } from '../work-queries.ts'
import { texts } from './texts.ts'

/** A button that asks, and then withdraws a question. */
export function WithdrawQuestion({
  question: { id, goalId },
}: {
  question: Pick<GoalQuestion, 'id' | 'goalId'>
}) {
  const organization = useActiveOrganization()
  const queryClient = useQueryClient()
  const [isConfirming, setIsConfirming] = useState(false)

  async function withdraw(): Promise<void> {
    await api.withdrawQuestion({ params: { goalId, questionId: id } })
    toast.success(texts.withdraw.done)
    await reloadWork(queryClient, organization.id)
  }

  return (
    <>
      <Button variant="quiet" className="print:hidden" onClick={() => setIsConfirming(true)}>
        {texts.withdraw.name}
      </Button>
      <ConfirmDialog
        open={isConfirming}
        onClose={() => setIsConfirming(false)}
        title={texts.withdraw.question}
        action={texts.withdraw.action}
        onConfirm={withdraw}
      >
        <p>{texts.withdraw.text}</p>
      </ConfirmDialog>
    </>
  )
}
