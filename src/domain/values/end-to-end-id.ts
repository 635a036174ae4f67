/** `EndToEndId`, which comes back in pain.002 and in the debit's camt: the order without dashes, and the attempt. */
export function endToEndIdOf(orderId: string, attempt = 1): string {
  const id = orderId.replaceAll('-', '');
  return attempt === 1 ? id : `${id}-${attempt}`;
}

/** The order and the attempt that an `EndToEndId` names; null where it is not one of ours. */
export function namedOrder(endToEndId: string | null): { orderId: string; attempt: number } | null {
  const parts = /^([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})(?:-([0-9]{1,2}))?$/i.exec(
    endToEndId ?? '',
  );
  if (parts === null) return null;
  return { orderId: parts.slice(1, 6).join('-').toLowerCase(), attempt: Number(parts[6] ?? '1') };
}

export function orderIdOf(endToEndId: string | null): string | null {
  return namedOrder(endToEndId)?.orderId ?? null;
}
