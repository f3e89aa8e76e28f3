import type * as Radix from '@radix-ui/react-dropdown-menu'
import type { ComponentProps, ReactNode } from 'react'
import { cn } from '../cn.ts'
import { useOverlays, usePresentOverlays } from './overlays.ts'

export function Menu({ children, ...rest }: ComponentProps<typeof Radix.Root>) {
  const overlays = useOverlays()
  if (overlays === undefined || overlays === 'failed') return children
  return <overlays.Menus.Root {...rest}>{children}</overlays.Menus.Root>
}

/** The button that opens the menu. Without `asChild` it is one of its own. */
export function MenuTrigger({ asChild, children, ...rest }: ComponentProps<typeof Radix.Trigger>) {
  const overlays = useOverlays()
  if (overlays === undefined || overlays === 'failed')
    return <NoTrigger className={rest.className}>{asChild ? null : children}</NoTrigger>
  return (
    <overlays.Menus.Trigger asChild={asChild} {...rest}>
      {children}
    </overlays.Menus.Trigger>
  )
}

/** A button that opens something, until it can. If it never can, it loads the page again. */
export function NoTrigger({ className, children }: { className?: string | undefined; children: ReactNode }) {
  if (useOverlays() !== 'failed') return <span className={className}>{children}</span>
  return (
    <button type="button" className={className} onClick={() => location.reload()}>
      {children}
    </button>
  )
}

export function MenuContent({ children, ...rest }: ComponentProps<typeof Radix.Content>) {
  const overlays = useOverlays()
  if (overlays === undefined || overlays === 'failed') return null
  const { Menus } = overlays
  return (
    <Menus.Portal>
      <Menus.Content
        sideOffset={6}
        collisionPadding={12}
        {...rest}
        className="animate-fade z-50 max-h-[70dvh] w-64 overflow-y-auto rounded-xl border border-line-floating bg-surface p-1.5 shadow-floating"
      >
        {children}
      </Menus.Content>
    </Menus.Portal>
  )
}

export const menuItemClass =
  'flex min-h-10 w-full cursor-default items-center gap-3 rounded-lg px-3 py-2 text-[0.9375rem] text-ink outline-none data-highlighted:bg-sunken data-disabled:opacity-60'

export function MenuItem({ className, ...rest }: ComponentProps<typeof Radix.Item>) {
  const { Menus } = usePresentOverlays()
  return <Menus.Item {...rest} className={cn(menuItemClass, className)} />
}

export function MenuRadioGroup(props: ComponentProps<typeof Radix.RadioGroup>) {
  const { Menus } = usePresentOverlays()
  return <Menus.RadioGroup {...props} />
}

export function MenuRadioItem({ className, ...rest }: ComponentProps<typeof Radix.RadioItem>) {
  const { Menus } = usePresentOverlays()
  return <Menus.RadioItem {...rest} className={cn(menuItemClass, className)} />
}

/** Choosing it keeps the menu open. */
export function MenuCheckboxItem({ className, ...rest }: ComponentProps<typeof Radix.CheckboxItem>) {
  const { Menus } = usePresentOverlays()
  return (
    <Menus.CheckboxItem
      onSelect={(event) => event.preventDefault()}
      {...rest}
      className={cn(menuItemClass, className)}
    />
  )
}

export function MenuItemIndicator(props: ComponentProps<typeof Radix.ItemIndicator>) {
  const { Menus } = usePresentOverlays()
  return <Menus.ItemIndicator {...props} />
}

export function MenuLabel({ children }: { children: ReactNode }) {
  const { Menus } = usePresentOverlays()
  return <Menus.Label className="px-3 pt-2 pb-1 text-xs font-medium text-ink-faint">{children}</Menus.Label>
}

export function MenuSeparator() {
  const { Menus } = usePresentOverlays()
  return <Menus.Separator className="mx-2 my-1.5 h-px bg-line" />
}
