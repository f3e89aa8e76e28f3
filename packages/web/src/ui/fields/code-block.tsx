import { useRef } from 'react'
import { cn } from '../cn.ts'
import { texts } from '../texts.ts'
import { CopyButton, CopyStatus } from './copy-button.tsx'
import { useCopy } from './use-copy.ts'

type CodeBlockProps = {
  /** Its description, for the name of its button. */
  label: string
  code: string
  className?: string
}

/** Code of several lines with a button that copies it. Long lines wrap, so nothing scrolls sideways. */
export function CodeBlock({ label, code, className }: CodeBlockProps) {
  const pre = useRef<HTMLPreElement>(null)
  const copying = useCopy(code, () => {
    if (pre.current) getSelection()?.selectAllChildren(pre.current)
  })
  return (
    <div className={cn('space-y-1.5', className)}>
      <div className="rounded-lg bg-sunken">
        <div className="flex items-center justify-between gap-3 px-3 pt-2">
          <span className="text-sm font-medium text-ink-soft">{label}</span>
          <CopyButton {...copying} label={texts.copyOf(label)} size="small" />
        </div>
        <pre ref={pre} className="px-3 pt-2 pb-3 font-mono text-sm wrap-anywhere whitespace-pre-wrap">
          {code}
        </pre>
      </div>
      <CopyStatus {...copying} />
    </div>
  )
}
