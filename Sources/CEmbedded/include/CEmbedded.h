#ifndef FOURLINES_CEMBEDDED_H
#define FOURLINES_CEMBEDDED_H

/// The number of embedded files.
int embedded_count(void);

/// The name of a file, relative to the project ("systemd/fourlinesd.service"), one byte at a time; 0 behind its end.
unsigned char embedded_name_byte(int file, long position);

/// The size of a file in bytes.
long embedded_size(int file);

/// One byte of a file.
unsigned char embedded_byte(int file, long position);

#endif
