import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { cn } from '../cn.ts'

const tones = {
  info: { look: 'bg-accent-soft text-ink', icon: Info, iconLook: 'text-accent' },
  good: { look: 'bg-good-soft text-ink', icon: CircleCheck, iconLook: 'text-good' },
  warn: { look: 'bg-warn-soft text-ink', icon: TriangleAlert, iconLook: 'text-warn' },
  bad: { look: 'bg-bad-soft text-ink', icon: CircleAlert, iconLook: 'text-bad' },
}

type NoticeProps = {
  tone: keyof typeof tones
  children: ReactNode
  actions?: ReactNode
  /** Whether screen readers announce it when it appears. */
  live?: boolean
  className?: string
}

export function Notice({ tone, children, actions, live = true, className }: NoticeProps) {
  const { look, icon: Icon, iconLook } = tones[tone]
  const role = live ? (tone === 'bad' ? 'alert' : 'status') : undefined
  return (
    <div role={role} className={cn('flex gap-3 rounded-xl px-4 py-3 text-[0.9375rem]', look, className)}>
      <Icon className={cn('mt-0.5 size-5 shrink-0', iconLook)} aria-hidden="true" />
      <div className="min-w-0 flex-1 space-y-2">
        <div>{children}</div>
        {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
      </div>
    </div>
  )
}
