import { Check, Copy } from 'lucide-react'
import { Button } from '../button.tsx'
import { texts } from '../texts.ts'
import type { useCopy } from './use-copy.ts'

type CopyButtonProps = ReturnType<typeof useCopy> & { label?: string; size?: 'small' }

export function CopyButton({ copied, copy, label, size }: CopyButtonProps) {
  const Icon = copied === 'yes' ? Check : Copy
  return (
    <Button
      onClick={() => void copy()}
      className="shrink-0"
      {...(size && { size })}
      {...(label !== undefined && { 'aria-label': label })}
    >
      <Icon className="size-4" aria-hidden="true" />
      {texts.copy}
    </Button>
  )
}

/** Says what became of a copy. */
export function CopyStatus({ copied }: Pick<CopyButtonProps, 'copied'>) {
  return (
    <p role="status" className="text-sm text-ink-soft">
      {copied === 'yes' && texts.copied}
      {copied === 'selected' && texts.selected}
    </p>
  )
}
