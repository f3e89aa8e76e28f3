import type { Goal } from '@cairn/contract/schemas/goals/goals'
import { useState } from 'react'
import { MarkdownField } from '../../presentation/markdown/markdown-field.tsx'
import { Checkbox } from '../../ui/fields/checkbox.tsx'
import type { ReportValues } from './report-values.ts'
import { texts } from './texts.ts'

type HandoffFieldProps = {
  goal: Pick<Goal, 'handoff'>
  values: Pick<ReportValues, 'handoff' | 'removesHandoff'>
  onChange: (changed: Partial<ReportValues>) => void
  problem: string | undefined
}

/** The hand-off of a report: folded, because most reports need none. */
export function HandoffField({ goal, values, onChange, problem }: HandoffFieldProps) {
  const { handoff, removesHandoff } = values
  const [isOpen, setIsOpen] = useState(handoff !== '' || removesHandoff)
  return (
    <details
      open={isOpen || problem !== undefined}
      onToggle={(event) => setIsOpen(event.currentTarget.open)}
      className="rounded-xl border border-line px-4 py-3"
    >
      <summary className="w-fit min-h-6 rounded text-sm font-medium">{texts.handoff.legend}</summary>
      <div className="mt-5 space-y-3">
        <MarkdownField
          label={texts.handoff.label}
          value={handoff}
          onChange={(typed) => onChange({ handoff: typed })}
          problem={problem}
          rows={3}
          hint={goal.handoff ? texts.handoff.hintReplaces : texts.handoff.hint}
        />
        {goal.handoff && handoff.trim() === '' && (
          <Checkbox
            label={texts.handoff.remove}
            checked={removesHandoff}
            onChange={(checked) => onChange({ removesHandoff: checked })}
          />
        )}
      </div>
    </details>
  )
}
