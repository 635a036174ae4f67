// A choice of file with data-fills puts the file's text into the field of that id, where it can be checked before it is
// sent. It stays hidden without this script; the text can always be pasted.
for (const choice of document.querySelectorAll<HTMLInputElement>('input[type="file"][data-fills]')) {
  const target = document.querySelector<HTMLTextAreaElement>(`#${choice.dataset['fills'] ?? ''}`);
  if (target === null) continue;
  choice.closest<HTMLElement>('[hidden]')?.removeAttribute('hidden');
  const fill = async (): Promise<void> => {
    const [file] = choice.files ?? [];
    if (file !== undefined) target.value = await file.text();
  };
  choice.addEventListener('change', () => void fill());
}
