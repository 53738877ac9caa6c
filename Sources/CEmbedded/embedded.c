// The files of systemd/ and config/, in the programs themselves: `fourlines` alone can install everything.
// Only plain functions are exported, so that no pointer crosses into Swift.

#include "CEmbedded.h"

static const unsigned char dictionary_model[] = {
#embed "../../config/models/dictionary.model"
};
static const unsigned char four_lines_model[] = {
#embed "../../config/models/four-lines.model"
};
static const unsigned char configuration[] = {
#embed "../../config/fourlinesd.conf"
};
static const unsigned char notes_model[] = {
#embed "../../config/models/notes.model"
};
static const unsigned char profile_model[] = {
#embed "../../config/models/profile.model"
};
static const unsigned char profile_boy[] = {
#embed "../../config/models/profile/boy.png"
};
static const unsigned char profile_gemini[] = {
#embed "../../config/models/profile/gemini.png"
};
static const unsigned char roster_model[] = {
#embed "../../config/models/roster.model"
};
static const unsigned char staff_model[] = {
#embed "../../config/models/staff.model"
};
static const unsigned char service[] = {
#embed "../../systemd/fourlinesd.service"
};
static const unsigned char socket[] = {
#embed "../../systemd/fourlinesd.socket"
};
static const unsigned char named_service[] = {
#embed "../../systemd/fourlinesd@.service"
};
static const unsigned char named_socket[] = {
#embed "../../systemd/fourlinesd@.socket"
};

static const struct {
    const char *name;
    const unsigned char *bytes;
    long size;
} files[] = {
    {"config/models/dictionary.model", dictionary_model, sizeof dictionary_model},
    {"config/models/four-lines.model", four_lines_model, sizeof four_lines_model},
    {"config/fourlinesd.conf", configuration, sizeof configuration},
    {"config/models/notes.model", notes_model, sizeof notes_model},
    {"config/models/profile.model", profile_model, sizeof profile_model},
    {"config/models/profile/boy.png", profile_boy, sizeof profile_boy},
    {"config/models/profile/gemini.png", profile_gemini, sizeof profile_gemini},
    {"config/models/roster.model", roster_model, sizeof roster_model},
    {"config/models/staff.model", staff_model, sizeof staff_model},
    {"systemd/fourlinesd.service", service, sizeof service},
    {"systemd/fourlinesd.socket", socket, sizeof socket},
    {"systemd/fourlinesd@.service", named_service, sizeof named_service},
    {"systemd/fourlinesd@.socket", named_socket, sizeof named_socket},
};

int embedded_count(void) { return sizeof files / sizeof files[0]; }

unsigned char embedded_name_byte(int file, long position) { return (unsigned char)files[file].name[position]; }

long embedded_size(int file) { return files[file].size; }

unsigned char embedded_byte(int file, long position) { return files[file].bytes[position]; }
